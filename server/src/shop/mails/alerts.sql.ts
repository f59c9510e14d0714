/** Deletes the alerts about orders that go: `orders` selects their ids. */
export const deleteAlertsOf = (orders: string) => `delete from owner_alerts where order_id in (${orders})`
