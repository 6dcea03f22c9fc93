-- Credits of our account at a bank, as its statements tell them. The key is the bank's own number of a line, or what the line says and
-- which of such lines of its file it is: so the same statement twice adds nothing.
create table bank_lines (
  id bigint primary key generated always as identity,
  key text not null unique,
  booked_on date not null,
  amount_minor bigint not null check (amount_minor > 0),
  counterparty text not null,
  purpose text not null,
  reference text not null,
  uploaded_at timestamptz not null,
  uploaded_by bigint not null references managers
);
create index bank_lines_day on bank_lines (booked_on);
