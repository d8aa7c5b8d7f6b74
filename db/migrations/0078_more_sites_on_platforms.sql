-- More platforms whose users have hosts of their own, such as wordpress.com: each host is a site now (decision 80). What users know
-- about such a platform belongs to the blogs of it that they have. The list is that of the code at the time of this migration.

-- Older processes may be writing both tables, backlinks first.
lock table backlinks, prospects in exclusive mode;

create or replace function pg_temp.is_split(domain text) returns boolean language sql immutable as $$
  select domain ~ '^blogspot\.[a-z]{2,3}(\.[a-z]{2})?$' or domain = any (regexp_split_to_array('
      000webhostapp.com 3dn.ru amebaownd.com art.blog artstation.com at.ua bandcamp.com beepworld.de bigcartel.com blog.bg
      blog.hu blog.ir blog.jp blog.pl blog4ever.com blogcu.com blogfa.com blogg.no blogg.se blogger.ba blogger.de blogia.com
      blogs.com blogsky.com blogspirit.com blox.pl bravesites.com business.blog car.blog centerblog.net ck.page clan.su
      cocolog-nifty.com code.blog data.blog de.tl design.blog diary.ru do.am doorblog.jp dreamlog.jp dreamwidth.org
      e-monsite.com edublogs.org egloos.com eklablog.com eklablog.fr estranky.cz estranky.sk exblog.jp family.blog
      fashion.blog fc2.com finance.blog fitness.blog food.blog fr.gd game.blog glitch.me godaddysites.com gumroad.com
      hashnode.dev hautetfort.com health.blog home.blog hpage.com hypotheses.org infinityfreeapp.com jimdo.com jimdosite.com
      jouwweb.nl jugem.jp law.blog libsyn.com livedoor.biz livedoor.blog loxblog.com micro.blog mihanblog.com mirtesen.ru
      movie.blog moy.su muragon.com music.blog my1.ru myportfolio.com mystrikingly.com narod.ru narod2.ru neocities.org
      nethouse.ru news.blog npage.de over-blog.fr over-blog.net over-blog.org overblog.com page.tl parsiblog.com pbworks.com
      persianblog.ir photo.blog pixnet.net podbean.com poetry.blog politics.blog posthaven.com rozblog.com school.blog
      science.blog seesaa.net shinobi.jp site123.me skyrock.com smugmug.com sport.blog squarespace.com strikingly.com
      svbtle.com tech.blog tilda.ws tistory.com travel.blog tripod.com twoday.net ucoz.com ucoz.de ucoz.net ucoz.org ucoz.ru
      ucoz.site ucoz.ua umi.ru unblog.fr video.blog water.blog webnode.com webs.com weebly.com weeblysite.com wikidot.com
      wordpress.com wpcomstaging.com zenfolio.com zyrosite.com
    ', '\s+'))
$$;
create or replace function pg_temp.site_of(domain text, url text) returns text language sql immutable as $$
  select case when host like '%.' || domain then host else domain end
  from (select regexp_replace(substring(lower(url) from '^https?://([^/:?#]+)'), '^www\.', '') as host) address
$$;

-- What the user said about the platform counts for each blog, and what campaigns found counts for the blog they found it on.
with lead as (
  select b.user_id, b.domain as platform, pg_temp.site_of(b.domain, b.url_from) as domain, b.requests_id, b.keep, b.screened,
    b.created_at, (select count(*) from contacts c where c.backlink_id = b.id and c.email_state = 'found') as contacts
  from backlinks b where pg_temp.is_split(b.domain)
), blog as (
  select user_id, platform, domain, sum(contacts) as contacts, min(created_at) as first_seen_at, max(created_at) as last_seen_at,
    bool_or(keep) as is_kept, bool_or(screened) as is_screened,
    (array_agg(requests_id order by requests_id desc))[1] as campaign_id
  from lead where domain <> platform group by user_id, platform, domain
)
insert into prospects (user_id, domain, state, note, contacts, contacted_at, first_seen_at, last_seen_at, campaign_id, campaign)
select blog.user_id, blog.domain,
  case when known.state in ('handed_over', 'contacted', 'replied', 'linked', 'do_not_contact') then known.state
    when blog.contacts > 0 then 'contact_found' when is_kept then 'kept' when is_screened then 'removed' else 'seen' end,
  known.note, blog.contacts, known.contacted_at, blog.first_seen_at, blog.last_seen_at, blog.campaign_id,
  campaign_sort_name(requests.keyword)
from blog join prospects known on known.user_id = blog.user_id and known.domain = blog.platform
join requests on requests.id = blog.campaign_id
on conflict do nothing;

update backlinks set domain = pg_temp.site_of(domain, url_from)
where pg_temp.is_split(domain) and pg_temp.site_of(domain, url_from) <> domain;

-- Only if its blogs replace it.
delete from prospects p where pg_temp.is_split(p.domain)
  and not exists (select from backlinks b where b.user_id = p.user_id and b.domain = p.domain)
  and exists (select from backlinks b where b.user_id = p.user_id and b.domain like '%.' || p.domain);

-- Whoever blocked the platform gets none of its blogs, as before. Which blog was meant by an own site or a competitor is not known.
update site_rules rule set pattern = '*.' || pattern
where kind = 'blocked' and pg_temp.is_split(pattern) and not exists (
  select from site_rules other where other.user_id = rule.user_id and other.kind = rule.kind and other.pattern = '*.' || rule.pattern);

-- Said by or about single blogs. It is noted again when a page is read.
delete from site_aliases where pg_temp.is_split(domain) or pg_temp.is_split(target);
delete from watched_links where pg_temp.is_split(to_domain) or pg_temp.is_split(domain);
