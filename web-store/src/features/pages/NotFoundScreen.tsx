export { default } from '../../shared/NotFound.tsx'
