-- Up to which minute jobs that run by the clock have been sent: by whichever server looks first, once for all.
create table job_clock (
  one boolean primary key default true check (one),
  at timestamptz not null
);
insert into job_clock (at) values (date_trunc('minute', now()));
