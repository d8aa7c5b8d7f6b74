-- The check before a delivery looks links up by the sites that were found.
create index watched_links_by_site on watched_links (domain, to_domain);
