/** The network of an order that holds a seat, as a keyed hash: one network holds few seats of a date. */
export const up = 'alter table run_seats add column network text'

export const down = 'alter table run_seats drop column network'
