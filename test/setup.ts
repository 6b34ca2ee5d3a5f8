/** Before each file of tests; a module is evaluated once per process. */
import './typed-array-equality.ts';
