-- A new address signs in only when it is confirmed; the old one may object.

alter table managers
  -- wished for, and not confirmed yet
  add column new_email text;

alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check
    check (purpose in ('password', 'email', 'invitation', 'new_email', 'keep_email'));
