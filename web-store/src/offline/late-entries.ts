/** What was done without a network and is to be told, sealed; who reads it knows the form. */
export type LateEntry = { kind: 'beat' | 'note' | 'try'; sealed: ArrayBuffer }
