// The owner looks at events that fit no order: few among many, newest first.
export const up = `
create index gateway_events_put_aside on gateway_events (received_at desc, event_id) where outcome like 'quarantined%';
`

export const down = `
drop index gateway_events_put_aside;
`
