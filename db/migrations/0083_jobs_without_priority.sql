-- No job ever had a priority of its own. Without it, the index finds the due jobs of a campaign in one step.
drop index jobs_turns;
alter table jobs drop column priority;
create index jobs_turns on jobs (name, owner, due_at, id) where state <> 'running';
