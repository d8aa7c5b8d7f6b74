-- People whose position says nothing about outreach are not looked for by themselves.
alter table requests
  drop constraint requests_fallback_order_check,
  alter column fallback_order set default '{editor,marketing,founder,generic,form}';
update requests set fallback_order = array_remove(fallback_order, 'other');
alter table requests
  add constraint requests_fallback_order_check check (fallback_order <@ '{editor,marketing,founder,generic,form}');
