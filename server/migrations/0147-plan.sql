-- What managers pay for the product with: a card kept at the payment provider, an account there, and a subscription of so many stations.

create table payment_methods (
  id bigint generated always as identity primary key,
  manager_id bigint not null unique references managers,
  provider text not null,
  method_ref text not null,
  brand text,
  last4 text,
  saved_at timestamptz not null
);

-- of the business what an invoice needs; everything else is at the provider only
create table payment_accounts (
  id bigint generated always as identity primary key,
  manager_id bigint not null unique references managers,
  provider text not null,
  vendor_ref text not null,
  name text not null,
  tax_id text not null,
  country text not null check (country in ('DE', 'RU')),
  city text not null,
  zip text not null,
  address text not null,
  bank_name text,
  bank_currency text,
  saved_at timestamptz not null,
  check ((bank_name is null) = (bank_currency is null))
);

create table subscriptions (
  id bigint generated always as identity primary key,
  manager_id bigint not null references managers,
  state text not null check (state in ('pending', 'active', 'past_due', 'ended')),
  frequency text not null check (frequency in ('monthly', 'annually')),
  next_frequency text not null check (next_frequency in ('monthly', 'annually')),
  quantity integer not null check (quantity > 0),
  -- periods end on the day of the month of this instant
  anchored_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancels boolean not null default false,
  credit_minor bigint not null default 0 check (credit_minor >= 0),
  refusals integer not null default 0,
  -- when it is looked at next: the period's end, or a charge that is tried again
  due_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- stations that were free of charge from its end on, to be proposed when it begins anew
  switched_off text[] not null default '{}',
  check ((due_at is null) = (state in ('pending', 'ended'))),
  check ((ended_at is null) = (state <> 'ended'))
);
create unique index subscriptions_open on subscriptions (manager_id) where state <> 'ended';
create index subscriptions_due on subscriptions (due_at) where due_at is not null;

-- One charge for one period, or for a change within it. A period is paid once: by its renewal's invoice that is not void.
create table plan_invoices (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions,
  kind text not null check (kind in ('start', 'change', 'renewal')),
  state text not null check (state in ('open', 'paid', 'void')),
  frequency text not null check (frequency in ('monthly', 'annually')),
  quantity integer not null check (quantity > 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- the stations that are monetized once it is paid; null: as they are
  stations text[],
  price_minor bigint not null check (price_minor >= 0),
  credit_minor bigint not null check (credit_minor between 0 and price_minor),
  -- what is sent to the provider: its key is the invoice and the attempt, and what an attempt says does not change
  attempt integer not null default 1,
  provider text,
  market_shop_id text,
  method_ref text,
  sent_at timestamptz,
  due_at timestamptz,
  payment_ref text,
  decline_code text,
  year integer,
  number integer,
  seller json,
  buyer json,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (year, number),
  check ((state = 'paid') = (paid_at is not null)),
  check ((state = 'paid') = (number is not null and year is not null and seller is not null and buyer is not null)),
  check ((state = 'open') = (due_at is not null))
);
create unique index plan_invoices_open on plan_invoices (subscription_id) where state = 'open';
create unique index plan_invoices_renewal on plan_invoices (subscription_id, period_start) where kind = 'renewal' and state <> 'void';
create index plan_invoices_due on plan_invoices (due_at) where state = 'open';

alter table ledger_entries drop constraint ledger_entries_kind_check, add constraint ledger_entries_kind_check
  check (kind in ('closed', 'taken', 'corrected', 'booked', 'refunded', 'charged_back', 'recalculated', 'top_up',
    'cashback_earned', 'cashback_credited', 'paid_out', 'subscribed')) not valid;
alter table ledger_transfers drop constraint ledger_transfers_kind_check, add constraint ledger_transfers_kind_check
  check (kind in ('sale', 'refund', 'chargeback', 'agent_fee', 'bank_commission', 'kept', 'top_up', 'cashback', 'payout',
    'subscription')) not valid;
