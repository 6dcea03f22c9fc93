-- What a session's energy is decided of: registers as finely as meters tell them, and what was told rather than reckoned.

alter table orders
  alter column meter_start type numeric,
  alter column meter_stop type numeric,
  alter column meter_start_offset type numeric,
  -- the registers that the station itself told at the begin and the end
  add column told_begin numeric,
  add column told_end numeric,
  -- false while only later messages of the transaction have come
  add column start_told boolean not null default true,
  -- false while the session runs, and after an end that its station did not tell
  add column end_told boolean not null default false,
  -- a person has decided of its money
  add column decided boolean not null default false;

update orders set told_begin = meter_start where status = 'started';
update orders set end_told = true where status = 'completed' and warning is distinct from 'lost';

alter table meter_samples
  alter column register_wh type numeric,
  -- energy since the sample before, where a station tells that instead of its register
  add column interval_wh numeric,
  -- the number of the message that brought the sample
  add column sequence bigint;
