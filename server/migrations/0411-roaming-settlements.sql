-- What partners have on their own lists of a month's bills, to be compared with ours.
create table roaming_settlements (
  id bigint generated always as identity primary key,
  partner_id bigint not null references roaming_partners on delete cascade,
  -- YYYY-MM, by the network's clocks
  month text not null,
  -- the lines of the partner's list, as they were read
  lines jsonb not null,
  uploaded_at timestamptz not null,
  uploaded_by bigint references managers (id),
  -- a person has agreed with what differs; null: open
  agreed_at timestamptz,
  agreed_by bigint references managers (id),
  note text not null default '',
  unique (partner_id, month)
);
