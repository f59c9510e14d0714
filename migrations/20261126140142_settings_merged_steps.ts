/** The first steps and the steps before going live are one list: what was dismissed stays dismissed under its new name. */
export const up = `
update shop_settings set settled_steps = array_replace(settled_steps, 'gateway', 'live')
where 'gateway' = any(settled_steps);
update shop_settings set settled_steps = array_remove(settled_steps, 'getting_started') || '{keys,students,purchase}'::text[]
where 'getting_started' = any(settled_steps);
`

export const down = `
update shop_settings set settled_steps = array_replace(settled_steps, 'live', 'gateway')
where 'live' = any(settled_steps);
`
