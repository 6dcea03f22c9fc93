-- Who wants the report of their month by mail, on the 1st of the next.
create table monthly_report_wishes (
  owner_id bigint primary key references managers,
  language text not null,
  wanted_since timestamptz not null
);

-- Reports that were mailed, once for each owner and month whatever happens.
create table monthly_report_mails (
  owner_id bigint not null references managers,
  -- its first day
  month date not null check (extract(day from month) = 1),
  asked_at timestamptz not null,
  -- null while it is being made
  sent_at timestamptz,
  primary key (owner_id, month)
);
