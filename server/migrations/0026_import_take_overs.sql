-- take_overs: how often the import was taken up from a process that had left it without a word, since it last came further.
alter table imports add column take_overs bigint not null default 0;
