-- Of which certificates of ISO 15118 a mail has said that they end: each once for each of the days before.
create table certificate_warnings (
  -- root:ID, or station:ID of the station that shows it to cars
  subject text not null,
  -- a new certificate of the same subject ends at another time
  not_after timestamptz not null,
  -- so many days before its end at most
  days integer not null,
  warned_at timestamptz not null,
  primary key (subject, not_after, days)
);
