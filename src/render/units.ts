export { formatBytes, formatDuration, humanForm } from '../model/units.ts';
