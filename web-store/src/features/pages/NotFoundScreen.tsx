export { NotFound as default } from '../../shared/NotFound.tsx'
