import type { Routes } from '../http/routes.ts'

/** Leads the links of emails that earlier versions sent to parents to the page where anybody asks about data. It goes with 0.17.0. */
export const routes: Routes = () => [{ path: '/parent', handler: (_req, res) => res.redirect('/privacy/request') }]
