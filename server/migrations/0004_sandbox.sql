-- Whether an environment is for trying things out: it can be put back to the demo data, and sends no mail. 0 or 1.
alter table environments add column sandbox bigint not null default 0;
