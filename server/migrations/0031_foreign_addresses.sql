-- device_id: of an e-mail to an address that a driver's device gave, if it counts against the limits of such e-mails.
-- Its state may also be held: it exceeds these limits, and waits for a planner.
alter table notices add column device_id text;
create index notices_of_device on notices (environment_id, device_id, created) where device_id is not null;
