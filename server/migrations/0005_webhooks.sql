-- Webhooks and the log of their deliveries. events: JSON list of filters. position: up to where events have become
-- deliveries; replay_position and replay_until: the same for a range that is sent again. lease_owner, lease_until: which
-- instance sends, and until when. Secrets sign every request, so they are kept as they are; no reply shows them.
-- Instants that are compared with the clock are milliseconds since the epoch.
create table webhooks (
  environment_id text not null,
  webhook_id text not null,
  url text not null,
  events text not null,
  description text,
  state text not null,
  paused_reason text,
  paused_since bigint,
  failing_since bigint,
  secret text not null,
  previous_secret text,
  previous_until bigint,
  position bigint not null,
  replay_position bigint,
  replay_until bigint,
  lease_owner text,
  lease_until bigint not null,
  version bigint not null,
  created text not null,
  updated text not null,
  primary key (environment_id, webhook_id)
);

-- position, record_id: those of the event; none for a ping. due: when it is tried next, while it is pending. tries: since it was
-- created, resent or resumed. attempts: JSON of the last ones. What is sent is made from the log of changes each time,
-- so that nothing that was erased there is kept here.
create table webhook_deliveries (
  environment_id text not null,
  webhook_id text not null,
  delivery_id text not null,
  event_id text not null,
  position bigint,
  record_id text,
  type text not null,
  state text not null,
  created bigint not null,
  due bigint,
  tries bigint not null,
  attempts text not null,
  primary key (environment_id, webhook_id, delivery_id),
  constraint webhook_deliveries_webhook foreign key (environment_id, webhook_id) references webhooks (environment_id, webhook_id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (environment_id, webhook_id, due) where due is not null;
create index webhook_deliveries_state on webhook_deliveries (environment_id, webhook_id, state, delivery_id);
