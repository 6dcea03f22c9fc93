-- works from 0.1.0: the view gets a column at its end, which older servers do not read
-- Since when the provider of log-ins lets somebody in no more: their API keys stop until their next log-in there.
alter table managers add column shut_out_at timestamptz;
create or replace view manager_view as
  select id, first_name, last_name, email, role, admitted_at, blocked_at, shut_out_at from managers;
