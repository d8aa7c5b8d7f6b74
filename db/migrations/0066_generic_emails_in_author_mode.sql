-- A generic email is now a step of Author Mode, which it was not when these orders were chosen. It stays off until someone turns it on.
alter table requests alter column fallback_order set default '{editor,marketing,founder,form}';
update requests set fallback_order = array_remove(fallback_order, 'generic') where 'generic' = any (fallback_order);
