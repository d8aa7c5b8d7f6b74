-- A site that was never measured has no domain rating: -1, as for every other figure that is not known.
alter table index_domains
  alter column rating set default -1,
  drop constraint index_domains_rating_check,
  add constraint index_domains_rating_check check (rating between -1 and 100);
-- Every rated domain has a share of PageRank.
update index_domains set rating = -1 where rank = 0 and rating = 0;

alter table search_results
  alter column domain_rating set default -1,
  drop constraint search_results_domain_rating_check,
  add constraint search_results_domain_rating_check check (domain_rating between -1 and 100);

alter table backlinks
  alter column domain_rating set default -1,
  drop constraint backlinks_domain_rating_check,
  add constraint backlinks_domain_rating_check check (domain_rating between -1 and 100),
  -- unreachable: the host does not exist or the address is forbidden, so trying again does not help.
  drop constraint backlinks_contact_search_check,
  add constraint backlinks_contact_search_check
    check (contact_search in ('none', 'waiting', 'done', 'failed', 'no-credit', 'unreachable'));
-- Pages of users' own lists on sites that the index does not know.
update backlinks set domain_rating = -1
  where source = 'own' and domain_rating = 0 and ahrefs_rank = -1
    and not exists (select from index_domains where name = backlinks.domain and rating >= 0);
