-- again: 1 for an order that was put on the list once more while it was there, until whoever acknowledges it has been told.
alter table export_list add column again integer not null default 0;
