-- The public network shows a location to drivers unless it is switched off there.
alter table locations add column listed boolean not null default true;
