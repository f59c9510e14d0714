/** Receives browsers' reports of content security policy violations. */
export const CSP_REPORTS_PATH = '/api/csp_reports'
