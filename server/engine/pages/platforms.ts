// Sites whose users publish most of their pages. These users have no mailbox there, and the home page doesn't lead to a given page.
// Companies that also have a magazine of their own are not among them.

/** Registrable domains, by what people publish there. Blogs and shops below some of them count as sites of their own (page-url.ts). */
const platforms = new Set(
  [
    // Social networks and messengers.
    `facebook.com fb.com fb.me instagram.com threads.net threads.com x.com twitter.com t.co tiktok.com snapchat.com linkedin.com
    lnkd.in reddit.com redd.it quora.com tumblr.com vk.com ok.ru weibo.com weibo.cn zhihu.com douban.com xing.com mastodon.social
    bsky.app discord.com discord.gg telegram.org telegram.me t.me whatsapp.com wa.me line.me gravatar.com about.me linktr.ee
    nextdoor.com myspace.com m.me digg.com disqus.com taringa.net liveinternet.ru`,
    // Pictures, videos and music.
    `youtube.com youtu.be youtube-nocookie.com vimeo.com dailymotion.com twitch.tv bilibili.com rumble.com flickr.com imgur.com
    giphy.com 500px.com unsplash.com deviantart.com artstation.com behance.net dribbble.com soundcloud.com bandcamp.com mixcloud.com
    spotify.com last.fm reverbnation.com nicovideo.jp photobucket.com imageshack.us`,
    // Blogs and websites.
    `medium.com substack.com wordpress.com blogspot.com blogger.com typepad.com livejournal.com weebly.com wixsite.com webflow.io
    notion.site notion.so ghost.io beehiiv.com hashnode.dev dev.to hackernoon.com vocal.media wattpad.com jimdo.com jimdofree.com
    strikingly.com carrd.co tilda.ws ameblo.jp hatenablog.com hatena.ne.jp fc2.com seesaa.net note.com naver.com tistory.com daum.net
    over-blog.com canalblog.com skyrock.com neocities.org tripod.com angelfire.com netlify.app vercel.app herokuapp.com web.app
    firebaseapp.com pages.dev wordpress.org wp.com bloglovin.com mystrikingly.com e-monsite.com narod.ru amebaownd.com telegra.ph
    webnode.page hubpages.com write.as`,
    // Code, questions, wikis and documents.
    `github.com github.io githubusercontent.com gitlab.com gitlab.io bitbucket.org sourceforge.net npmjs.com pypi.org stackoverflow.com
    stackexchange.com superuser.com serverfault.com askubuntu.com csdn.net wikipedia.org wikimedia.org wikidata.org wiktionary.org
    fandom.com archive.org archive.is issuu.com slideshare.net scribd.com academia.edu researchgate.net prezi.com goodreads.com
    mediafire.com 4shared.com mega.nz wikia.com instructables.com forms.gle`,
    // Shops, reviews, events and donations.
    `apple.com etsy.com aliexpress.com myshopify.com gumroad.com redbubble.com yelp.com foursquare.com producthunt.com patreon.com
    ko-fi.com buymeacoffee.com gofundme.com kickstarter.com indiegogo.com change.org paypal.me`,
    // Search engines, short links and the servers of others.
    `bing.com duckduckgo.com baidu.com qq.com bit.ly goo.gl tinyurl.com ow.ly is.gd buff.ly amzn.to googleapis.com
    googleusercontent.com gstatic.com amazonaws.com cloudfront.net`,
  ].flatMap((names) => names.split(/\s+/)),
);

/** Of these, every country's. */
const inManyCountries =
  /^(?:google|yahoo|yandex|amazon|ebay|tripadvisor|pinterest|blogspot|craigslist|gumtree)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** `domain`: registrable, in lower case. */
export const isPlatform = (domain: string): boolean => platforms.has(domain) || inManyCountries.test(domain);
