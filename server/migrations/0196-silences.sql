-- After how long the people of a location are mailed that a station of it is not connected; null: they are not.
alter table locations add column silence_minutes integer default 30 check (silence_minutes between 5 and 10080);
-- Whether somebody wants these mails.
alter table managers add column silence_mails boolean not null default true;

-- The last silence of a station that was told.
create table station_silences (
  station_id text primary key references stations,
  told_at timestamptz not null,
  -- null: nobody has been told yet that it is over
  ended_at timestamptz
);
create index station_silences_open on station_silences (station_id) where ended_at is null;

-- Who may be mailed about the network: neither blocked nor without an address that is theirs.
create view manager_mail_view as
  select id, role, email, language, silence_mails from managers
  where blocked_at is null and email_verified_at is not null;
