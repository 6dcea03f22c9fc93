-- What goes back of an idle fee is told from what goes back of the charging.
alter table refunds add column purpose text not null default 'charging' check (purpose in ('charging', 'parking'));
alter table refunds alter column purpose drop default;
