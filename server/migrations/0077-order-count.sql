-- A session is a log-in of a manager; what these rows count are orders that have ended.
alter table daily_totals rename column sessions to order_count;
