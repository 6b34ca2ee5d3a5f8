import './page/theme.css';
import './page/page.css';
import { startShell } from './page/shell.ts';
import { startTheme } from './page/theme.ts';

startTheme();
startShell(document.body);
