-- works from 0.1.0: it only adds a table
-- What stations report of payments at their own terminals (OCPP 2.1, NotifySettlement).
create table station_settlements (
  id bigint generated always as identity primary key,
  station_id text not null references stations,
  -- of the payment at the terminal's payment service: the same payment may be reported again
  psp_ref text not null,
  transaction_id text,
  status text not null check (status in ('settled', 'canceled', 'rejected', 'failed')),
  amount_minor bigint not null,
  settled_at timestamptz not null,
  received_at timestamptz not null,
  info text,
  receipt_id text,
  receipt_url text,
  vat_number text,
  -- name and address of the company that wants a receipt, a line for each
  vat_company text,
  order_id bigint references orders,
  -- it is money of the order's payment
  booked boolean not null default false,
  -- it was reported in two ways that exclude each other, or as less than nothing
  contradicted boolean not null default false,
  noted_at timestamptz,
  noted_by bigint references managers,
  unique (station_id, psp_ref)
);
create index station_settlements_order on station_settlements (order_id);
create index station_settlements_transaction on station_settlements (station_id, transaction_id) where order_id is null;
create index station_settlements_open on station_settlements (id) where noted_at is null and status = 'settled';
