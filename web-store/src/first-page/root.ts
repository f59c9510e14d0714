/** React's renderer, in the file of React, so that it runs as a separate step during hydration. */
export { createRoot, hydrateRoot } from 'react-dom/client'
