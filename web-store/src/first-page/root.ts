/** React's renderer, in the file of React: so it runs as a step of its own when a page comes to life. */
export { createRoot, hydrateRoot } from 'react-dom/client'
