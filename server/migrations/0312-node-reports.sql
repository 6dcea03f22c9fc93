-- What each server says of itself with its beat, for the page of servers.
alter table nodes add column report jsonb not null default '{}';
