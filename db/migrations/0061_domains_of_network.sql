-- The size of a site network, for the reason of a discount.
create index index_domains_of_network on index_domains (network_id) where network_id is not null;
