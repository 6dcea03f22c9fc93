-- A card of the network's own may belong to a payment terminal or to a cashier: what it starts is paid there.
alter table id_tokens add column payment_method_type text not null default 'account';
