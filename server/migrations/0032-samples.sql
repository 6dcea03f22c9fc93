-- Samples of one time are told apart by the number of their message: a clock that stands still gives all of them one.
alter table meter_samples drop constraint meter_samples_pkey;
create unique index meter_samples_once on meter_samples (order_id, at, context, (coalesce(sequence, -1)));
