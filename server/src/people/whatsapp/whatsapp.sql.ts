/** Students and the number of each that WhatsApp does not reach; other features use it in their statements. */
export const DEAD_PHONES = '(select user_id, dead_phone from whatsapp_people)'
