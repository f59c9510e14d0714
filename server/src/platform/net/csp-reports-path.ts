/** Where browsers tell of what a content security policy kept from happening. */
export const CSP_REPORTS_PATH = '/api/csp_reports'
