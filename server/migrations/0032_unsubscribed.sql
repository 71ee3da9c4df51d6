-- stopped: when the recipient turned off the tracking e-mails of the order; null while they are on.
alter table tracking add column stopped text;
