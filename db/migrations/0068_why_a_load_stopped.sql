-- Why a load of pages stopped, for the command that shows its progress and for `status`. Cleared when the load continues.
alter table index_releases add column problem text;
