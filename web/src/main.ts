import { mount } from "svelte";
import App from "./App.svelte";
import { follow } from "./app/held";
import "./theme.css";

follow(navigator.serviceWorker);
mount(App, { target: document.getElementById("app")! });
