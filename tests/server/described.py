"""The description of the protocol (server/table/messages.def), as a judge of messages.

    judge = Judge(build)
    judge.wrong(message, request)    what is wrong with a message of the server, or None
    judge.unseen()                   described fields that no message had
"""
import json
import os
import subprocess


class Judge:
    def __init__(self, build):
        text = subprocess.run([os.path.join(build, "messages"), "json"], check=True,
                              capture_output=True, text=True).stdout
        read = json.loads(text)
        self.words, self.errors = read["words"], read["errors"]
        self.rows = {(row["group"], row["name"]): row["fields"] for row in read["messages"]}
        self.seen = set()

    def names(self, group):
        return [name for kind, name in self.rows if kind == group]

    # -- one value, one object

    def value(self, field, value, where):
        kind = field["kind"]
        if kind == "int":
            ok = type(value) is int and field["lo"] <= value <= field["hi"]
        elif kind == "number":
            ok = type(value) in (int, float)
        elif kind == "text":
            ok = isinstance(value, str) and (not field["hi"] or len(value.encode()) <= field["hi"])
        elif kind == "bool":
            ok = isinstance(value, bool)
        elif kind == "word":
            ok = value in self.words[field["of"]]
        elif kind == "code":
            ok = value in self.errors
        elif kind == "part":
            return self.fits("object", field["of"], value, where)
        else:
            return self.entry(value)
        return None if ok else f"{where} is not as described: {value!r}"

    def field(self, field, value, where):
        if value is None:
            return None if field["need"] == "or null" else f"{where} is null"
        if not field["list"]:
            return self.value(field, value, where)
        if not isinstance(value, list):
            return f"{where} is no list"
        if field["kind"] == "part" and not field["lo"] <= len(value) <= field["hi"]:
            return f"{where} has {len(value)} elements"
        for one in value:
            wrong = self.value(field, one, where)
            if wrong:
                return wrong
        return None

    def fits(self, group, name, message, where="", besides=()):
        """What is wrong with it, or None."""
        fields = self.rows.get((group, name))
        if fields is None:
            return f"no {group} is called {name}"
        if not isinstance(message, dict):
            return f"{where or name} is no object"
        known = {field["name"] for field in fields} | set(besides)
        for key in message:
            if key not in known:
                return f"{group} {name} has no field {key}"
        for field in fields:
            key = field["name"]
            if key not in message:
                if field["need"] in ("needed", "or null"):
                    return f"{group} {name} lacks {key}"
                continue
            wrong = self.field(field, message[key], f"{group} {name}.{key}")
            if wrong:
                return wrong
            self.seen.add((group, name, key))
        return None

    # -- messages of the server

    def entry(self, entry):
        name = entry.get("type")
        for key in ("seq", "at"):
            if type(entry.get(key)) is not int:
                return f"entry {name} lacks {key}"
        return self.fits("entry", name, entry, besides=("seq", "at", "type"))

    def wrong(self, message, request=None):
        """`request` is the type of the request that an `ok` answers."""
        name = message.get("type")
        if name == "ok":
            group, fits = "answer", request
            if ("request", request) not in self.rows:
                return None  # sent by hand
            if (group, fits) not in self.rows:
                return None if set(message) == {"type", "id"} else f"ok to {request}: {message}"
            return self.fits(group, fits, message, besides=("type", "id"))
        wrong = self.fits("push", name, message, besides=("type", "id") if name == "error" else ("type",))
        if not wrong and name == "error":
            more = {key for key in ("why", "rule", "n", "table") if key in message}
            may = {word for word in self.errors[message["code"]].split(", ") if word}
            if not more <= may:
                return f"error {message['code']} comes with {sorted(more)}"
        return wrong

    def unseen(self, groups=("answer", "entry", "push", "object")):
        return sorted(f"{group} {name}.{field['name']}" for (group, name), fields in self.rows.items()
                      if group in groups for field in fields if (group, name, field["name"]) not in self.seen)
