// Sites whose users publish most of their pages. These users have no mailbox there, and the home page doesn't lead to a given page.
// Companies that also have a magazine of their own are not among them.

/** Registrable domains of platforms whose users have hosts of their own; each host counts as a site (page-url.ts). */
const withHosts = new Set(
  [
    // Blogs and newsletters.
    `wordpress.com wpcomstaging.com blogspot.com substack.com medium.com tumblr.com typepad.com blogs.com livejournal.com dreamwidth.org
    ghost.io beehiiv.com hashnode.dev write.as hubpages.com edublogs.org hypotheses.org svbtle.com posthaven.com bearblog.dev
    micro.blog ck.page`,
    // WordPress.com's blogs by topic.
    `art.blog business.blog car.blog code.blog data.blog design.blog family.blog fashion.blog finance.blog fitness.blog food.blog
    game.blog health.blog home.blog law.blog movie.blog music.blog news.blog photo.blog poetry.blog politics.blog school.blog
    science.blog sport.blog tech.blog travel.blog video.blog water.blog`,
    // Blogs in Europe.
    `over-blog.com over-blog.net over-blog.fr over-blog.org overblog.com canalblog.com eklablog.com eklablog.fr unblog.fr centerblog.net
    hautetfort.com blogspirit.com blog4ever.com e-monsite.com skyrock.com blogia.com twoday.net blogger.de blog.hu blog.bg blogger.ba
    blogg.se blogg.no blox.pl blog.pl estranky.cz estranky.sk diary.ru mirtesen.ru narod.ru narod2.ru altervista.org`,
    // Blogs in Asia.
    `hatenablog.com hatenablog.jp hatenadiary.com hatenadiary.jp hateblo.jp livedoor.blog livedoor.biz blog.jp doorblog.jp dreamlog.jp
    cocolog-nifty.com exblog.jp fc2.com seesaa.net jugem.jp muragon.com shinobi.jp amebaownd.com tistory.com egloos.com pixnet.net
    blogfa.com blogsky.com blog.ir mihanblog.com persianblog.ir rozblog.com loxblog.com parsiblog.com blogcu.com`,
    // Websites that people put together themselves.
    `weebly.com weeblysite.com wixsite.com wixstudio.com webflow.io notion.site squarespace.com square.site jimdo.com jimdofree.com
    jimdosite.com strikingly.com mystrikingly.com carrd.co tilda.ws webnode.page webnode.com webs.com yolasite.com simplesite.com
    site123.me godaddysites.com zyrosite.com myportfolio.com framer.website framer.app framer.ai jouwweb.nl beepworld.de npage.de
    hpage.com page.tl de.tl fr.gd neocities.org tripod.com bravesites.com nethouse.ru umi.ru ucoz.ru ucoz.com ucoz.net ucoz.org ucoz.ua
    ucoz.de ucoz.site at.ua clan.su do.am my1.ru 3dn.ru moy.su wikidot.com pbworks.com 000webhostapp.com infinityfreeapp.com`,
    // Music, podcasts, photos and shops.
    'bandcamp.com podbean.com libsyn.com artstation.com smugmug.com zenfolio.com myshopify.com bigcartel.com gumroad.com',
    // Pages of programs and programmers.
    `github.io gitlab.io readthedocs.io gitbook.io netlify.app vercel.app herokuapp.com web.app firebaseapp.com pages.dev onrender.com
    fly.dev surge.sh glitch.me azurewebsites.net`,
  ].flatMap((names) => names.split(/\s+/)),
);

/** Those of platforms without such hosts, by what people publish there. */
const withPaths = new Set(
  [
    // Social networks and messengers.
    `facebook.com fb.com fb.me instagram.com threads.net threads.com x.com twitter.com t.co tiktok.com snapchat.com linkedin.com
    lnkd.in reddit.com redd.it quora.com vk.com ok.ru weibo.com weibo.cn zhihu.com douban.com xing.com mastodon.social
    bsky.app discord.com discord.gg telegram.org telegram.me t.me whatsapp.com wa.me line.me gravatar.com about.me linktr.ee
    nextdoor.com myspace.com m.me digg.com disqus.com taringa.net liveinternet.ru`,
    // Pictures, videos and music.
    `youtube.com youtu.be youtube-nocookie.com vimeo.com dailymotion.com twitch.tv bilibili.com rumble.com flickr.com imgur.com
    giphy.com 500px.com unsplash.com deviantart.com behance.net dribbble.com soundcloud.com mixcloud.com
    spotify.com last.fm reverbnation.com nicovideo.jp photobucket.com imageshack.us`,
    // Blogs and websites.
    `blogger.com wordpress.org wp.com notion.so dev.to hackernoon.com vocal.media wattpad.com ameblo.jp hatena.ne.jp note.com naver.com
    daum.net angelfire.com bloglovin.com telegra.ph`,
    // Code, questions, wikis and documents.
    `github.com githubusercontent.com gitlab.com bitbucket.org sourceforge.net npmjs.com pypi.org stackoverflow.com
    stackexchange.com superuser.com serverfault.com askubuntu.com csdn.net wikipedia.org wikimedia.org wikidata.org wiktionary.org
    fandom.com archive.org archive.is issuu.com slideshare.net scribd.com academia.edu researchgate.net prezi.com goodreads.com
    mediafire.com 4shared.com mega.nz wikia.com instructables.com forms.gle`,
    // Shops, reviews, events and donations.
    `apple.com etsy.com aliexpress.com redbubble.com yelp.com foursquare.com producthunt.com patreon.com
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
export const isPlatform = (domain: string): boolean =>
  withHosts.has(domain) || withPaths.has(domain) || inManyCountries.test(domain);

/** Whether the users of a platform have hosts of their own. `domain`: as above. */
export const hasHostPerUser = (domain: string): boolean =>
  withHosts.has(domain) || (domain.startsWith('blogspot.') && inManyCountries.test(domain));

/** Whether a host is a platform or below one. Only the platform's staff have mailboxes there. */
export const isOnPlatform = (host: string): boolean =>
  host.split('.').some((_, at, labels) => isPlatform(labels.slice(at).join('.')));
