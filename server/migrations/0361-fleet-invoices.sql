-- Invoices of fleets, one a month.
-- its sums are frozen when it is issued
create table fleet_invoices (
  id bigint generated always as identity primary key,
  fleet_id bigint not null references fleets (id),
  month text not null,
  year integer not null,
  number integer not null,
  amount_minor bigint not null,
  -- of the network at that time; null: not subject to VAT
  vat_bp integer,
  -- by driver, and who the two parties are
  lines jsonb not null,
  parties jsonb not null,
  issued_at timestamptz not null,
  issued_by bigint references managers (id),
  paid_on date,
  document_number text,
  paid_at timestamptz,
  paid_by bigint references managers (id),
  unique (fleet_id, month),
  unique (year, number)
);

