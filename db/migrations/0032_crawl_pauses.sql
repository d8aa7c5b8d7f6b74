-- How often a crawl was paused since it last got an answer. One that gets nowhere ends.
alter table index_crawls add pauses smallint not null default 0;
