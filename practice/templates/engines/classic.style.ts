export const classicStyle = (hue: number) => `
body{margin:0;font:17px/1.65 "Helvetica Neue",Arial,sans-serif;color:#333;background:#f1f1f1}
a{color:hsl(${hue},60%,36%)}
.site{max-width:1100px;margin:0 auto;background:#fff;box-shadow:0 0 18px #0002}
.site-header{padding:36px 48px 20px;border-top:6px solid hsl(${hue},55%,40%)}
.site-title{font:700 38px/1.1 Georgia,serif;margin:0}.site-title a{color:#222;text-decoration:none}
.site-description{color:#777;margin:6px 0 0}
.main-navigation{background:#222;padding:0 48px}.main-navigation ul{list-style:none;margin:0;padding:0;display:flex;gap:28px}
.main-navigation a{display:block;padding:13px 0;color:#eee;text-decoration:none;font-size:15px}
.content-area{display:grid;grid-template-columns:minmax(0,1fr) 270px;gap:48px;padding:40px 48px}
.entry-title{font:700 34px/1.2 Georgia,serif;color:#1d1d1d;margin:0 0 8px}.entry-title a{color:inherit;text-decoration:none}
.entry-meta{color:#888;font-size:14px;border-bottom:1px solid #eee;padding-bottom:12px;margin-bottom:20px}
.entry-content h2{font:700 24px/1.3 Georgia,serif;margin:32px 0 10px}
.post-thumbnail img{width:100%;height:auto;display:block;margin-bottom:20px}
.author-info,.person{display:flex;gap:20px;background:#f7f7f4;border:1px solid #e6e6df;padding:22px;margin:28px 0}
.author-info img,.person img{width:88px;height:88px;border-radius:50%;flex:none}.author-info h2,.person h3{margin:0 0 4px;font-size:18px}
.position{margin:0;color:#888;font-size:14px}.widget{margin-bottom:32px;font-size:15px}.widget-title{font-size:13px;letter-spacing:.08em;text-transform:uppercase;border-bottom:2px solid hsl(${hue},55%,40%);padding-bottom:6px}
.widget ul{list-style:none;padding:0}.widget li{padding:6px 0;border-bottom:1px dotted #ddd}
.comment-list{list-style:none;padding:0}.comment-body{border-top:1px solid #eee;padding:14px 0}.comment-author{font-weight:700}.comment-metadata{font-size:13px;color:#999}
.site-footer{background:#222;color:#aaa;padding:28px 48px;font-size:14px}.site-footer a{color:#ddd}
label{display:block;margin:10px 0}input,textarea{display:block;width:100%;padding:9px;border:1px solid #ccc;box-sizing:border-box}button{background:hsl(${hue},55%,40%);color:#fff;border:0;padding:11px 20px;font-size:15px}
article.summary{margin-bottom:44px}
`;
